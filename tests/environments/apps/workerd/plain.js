import { load } from "heed";

export default {
  fetch: () => load().then(() => new Response("it started"), (error) => new Response(error.message)),
};
