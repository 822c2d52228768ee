// The list of the lessons.
import { Page } from "../../frame/index.js";

new Page({}).ready();
