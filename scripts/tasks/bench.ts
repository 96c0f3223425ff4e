/** `npm run bench`; `-- renditions` for the pipeline alone, `-- vitals` for what a phone with a slow line waits for. */
await (process.argv[2] === 'renditions'
  ? import('../../bench/renditions.ts')
  : process.argv[2] === 'vitals'
    ? import('../../bench/vitals.ts')
    : import('../../bench/run.ts'))

export {}
