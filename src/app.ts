/** The whole shop on one port, and the work behind it: the entry of the server build. */
import { createApi } from './api.ts'
import { pages } from './pages.ts'
import type { Deps } from './platform/deps.ts'

export { startWorker } from './worker.ts'

export const createApp = async (deps: Deps) => {
  const app = await createApi(deps)
  await app.register(pages, deps)
  return app
}
