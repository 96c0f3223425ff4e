/** `npm run bench`; `-- renditions` for the pipeline alone, `-- vitals` for what a phone with a slow line waits for, `-- slow-connections` for a load beside clients that send a byte at a time. */
await (process.argv[2] === 'renditions'
  ? import('../../bench/renditions.ts')
  : process.argv[2] === 'vitals'
    ? import('../../bench/vitals.ts')
    : process.argv[2] === 'slow-connections'
      ? import('../../bench/slow-connections.ts')
      : import('../../bench/run.ts'))

export {}
