/** Entry point of the server build: API and pages on one port, and the worker. */

import type { Deps } from '#platform/deps.ts'

import { createApi } from './api.ts'
import { pages } from './pages.ts'

export { startWorker } from './worker.ts'

export const createApp = async (deps: Deps) => {
  const app = await createApi(deps)
  await app.register(pages, deps)
  return app
}
