/**
 * `npm run bench`; `-- renditions` benchmarks the pipeline, `-- vitals` web vitals on a phone with a slow connection,
 * `-- slow-connections` a load beside clients that send one byte at a time.
 */
await (process.argv[2] === 'renditions'
  ? import('../../bench/renditions.ts')
  : process.argv[2] === 'vitals'
    ? import('../../bench/vitals.ts')
    : process.argv[2] === 'slow-connections'
      ? import('../../bench/slow-connections.ts')
      : import('../../bench/run.ts'))

export {}
