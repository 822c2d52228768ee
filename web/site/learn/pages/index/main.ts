// The contents of the lessons.
import { Page } from "../../frame/page.js";

new Page({}).ready();
