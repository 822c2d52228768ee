import { openWorkers } from "heed/workers";

const heed = await openWorkers({ workers: 2 });
console.log(heed.workers === 2 || heed.reason);
// true
await heed.dispose(); // or: await using heed = await openWorkers()
