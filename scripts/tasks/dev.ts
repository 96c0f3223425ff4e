/** `npm run dev`: the shop with live reload. Pages update in the browser, server code is reloaded. */
import http from 'node:http'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'

import { fillDemo } from '../../demo/fill.ts'
import { openShop } from '../../src/app/main.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { announceShop } from './announce.ts'
import { checkEnvironment, choosePort, webhookEnvironment } from './preflight.ts'
import { startSandboxProcess } from './sandbox.ts'
import { createShutdown } from './shutdown.ts'

type AppModule = typeof import('../../src/app/app.ts')

const env = process.env
env['NODE_ENV'] ??= 'development'

const shutdown = createShutdown()

const run = async () => {
  // Report configuration errors immediately, not after a build.
  const { data_dir } = await checkEnvironment(env)
  const needsSandbox = !env['SANDBOX_URL'] && (!env['BRAINTREE_ENVIRONMENT'] || !env['SMTP_URL'])
  const port = await choosePort(env)
  const sandbox = needsSandbox
    ? await startSandboxProcess(path.join(data_dir, 'sandbox'), webhookEnvironment(port, env))
    : undefined
  if (sandbox) shutdown.add(sandbox.stop)
  const shop = await openShop({ ...env, PORT: port, ...sandbox?.env })
  const { config, deps } = shop
  shutdown.add(shop.close)
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
  shutdown.add(() => vite.close())

  let loaded: AppModule | undefined
  let running: Promise<FastifyInstance> | undefined
  /** Returns the app of the current code, and recreates it after each change. */
  const currentApp = async () => {
    const code = (await vite.ssrLoadModule('/src/app/app.ts')) as AppModule
    if (code !== loaded || !running) {
      const previous = running
      loaded = code
      running = code.createApp(deps).then(async app => {
        await app.ready()
        return app
      })
      void previous?.then(app => app.close()).catch(() => {})
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
  // Jobs keep running the code that they started with.
  const stopWorker = await ((await vite.ssrLoadModule('/src/app/app.ts')) as AppModule).startWorker(deps)
  shutdown.add(stopWorker)
  shutdown.add(async () => (await running)?.close())
  shutdown.add(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>(resolve => server.listen(config.port, config.host, resolve))

  await announceShop(shop, sandbox, demo)
  console.log('\n  Stop with Ctrl-C.\n')
}

await run().catch(async (error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  await shutdown.run()
  process.exit(1)
})
