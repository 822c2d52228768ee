// The page that a pupil hands in: what they bet, answered and can now say.
import { Page } from "../../rooms/lesson/index.js";
import { MyPage } from "./my-page.js";

const page = new Page({});
new MyPage(page);
page.ready();
