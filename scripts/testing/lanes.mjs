// Work side by side: most suites wait for one process, and one after the other they would leave a second core idle.

// run(job) of every job, so many at a time, those with `long` first; the results are in the order of the jobs.
export async function inLanes(lanes, jobs, run) {
  const results = new Array(jobs.length);
  const waiting = jobs
    .map((job, at) => ({ job, at }))
    .sort((a, b) => Number(b.job.long ?? false) - Number(a.job.long ?? false));
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next.at] = await run(next.job);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
