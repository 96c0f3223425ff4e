/**
 * `npm run bench`; `-- renditions` benchmarks the pipeline, `-- vitals` web vitals on a phone with a slow connection,
 * `-- slow-connections` a load beside clients that send one byte at a time, `-- relevance` how well the search finds what was
 * meant.
 */
const load: Record<string, () => Promise<unknown>> = {
  renditions: () => import('../../bench/renditions.ts'),
  vitals: () => import('../../bench/vitals.ts'),
  'slow-connections': () => import('../../bench/slow-connections.ts'),
  relevance: () => import('../../bench/relevance.ts'),
}
await (load[process.argv[2] ?? ''] ?? (() => import('../../bench/run.ts')))()

export {}
