/** `npm run dev`: the shop with every change at once. Pages swap in the browser, the server's code is loaded anew. */
import http from 'node:http'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'

import { fillDemo } from '../../demo/fill.ts'
import { openShop } from '../../src/main.ts'
import { messageOf } from '../../src/platform/message.ts'
import { announceShop } from './announce.ts'
import { freePlace, portToUse, webhookAddress } from './place.ts'
import { startSandboxProcess } from './sandbox.ts'
import { undoWhenStopped } from './stopping.ts'

type App = typeof import('../../src/app.ts')

const env = process.env
env['NODE_ENV'] ??= 'development'

const stopped = undoWhenStopped()

const run = async () => {
  // Mistakes are told at once, not after a build.
  const { data_dir } = await freePlace(env)
  const needsStandIns = !env['SANDBOX_URL'] && (!env['BRAINTREE_ENVIRONMENT'] || !env['SMTP_URL'])
  const port = await portToUse(env)
  const sandbox = needsStandIns
    ? await startSandboxProcess(path.join(data_dir, 'sandbox'), webhookAddress(port, env))
    : undefined
  if (sandbox) stopped.add(sandbox.stop)
  const shop = await openShop({ ...env, PORT: port, ...sandbox?.env })
  const { config, deps } = shop
  stopped.add(shop.close)
  const demo = await fillDemo(shop)

  const server = http.createServer()
  const vite = await createServer({
    appType: 'custom',
    server: {
      middlewareMode: true,
      ws: { server },
      watch: { ignored: [path.resolve(data_dir), '**/build/**', '**/demo/**', '**/test-results/**'] },
    },
  })
  stopped.add(() => vite.close())

  let loaded: App | undefined
  let running: Promise<FastifyInstance> | undefined
  /** The app of the code as it stands: a new one after each change of what it is made of. */
  const currentApp = async () => {
    const code = (await vite.ssrLoadModule('/src/app.ts')) as App
    if (code !== loaded || !running) {
      const before = running
      loaded = code
      running = code.createApp(deps).then(async app => {
        await app.ready()
        return app
      })
      void before?.then(app => app.close()).catch(() => {})
    }
    return running
  }

  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => {
      currentApp().then(
        app => app.routing(request, response),
        (error: unknown) => {
          if (error instanceof Error) vite.ssrFixStacktrace(error)
          console.error(error)
          response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(messageOf(error))
        },
      )
    }),
  )
  // Jobs keep the code they began with: they are not what one watches while changing it.
  const stopWorker = await ((await vite.ssrLoadModule('/src/app.ts')) as App).startWorker(deps)
  stopped.add(stopWorker)
  stopped.add(async () => (await running)?.close())
  stopped.add(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>(resolve => server.listen(config.port, config.host, resolve))

  await announceShop(shop, sandbox, demo)
  console.log('\n  Stop with Ctrl-C.\n')
}

await run().catch(async (error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  await stopped.undo()
  process.exit(1)
})
