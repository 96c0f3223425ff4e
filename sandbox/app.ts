/** The sandbox's HTTP application: the payment gateway's endpoints, its console and the mailbox. */
import formbody from '@fastify/formbody'
import { fastify } from 'fastify'

import { accountRoutes } from './accounts.ts'
import { restrictHosts } from './hosts.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { pageScript, standInStyle } from './page.ts'
import { browserApi, thirdPartyPages } from './payments/browser-api.ts'
import { consoleRoutes } from './payments/console.ts'
import { controlApi } from './payments/control.ts'
import type { Gateway } from './payments/gateway.ts'
import { serverApi } from './payments/server-api.ts'

/** Builds the application without listening. `hostnames`: the ones it answers to besides this machine's. */
export async function buildApp(gateway: Gateway, mailbox: Mailbox, hostnames: readonly string[]) {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  restrictHosts(app, hostnames)
  await app.register(formbody)

  // The SDK sends a JSON content type even for requests without a body.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body: string, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }))
    }
  })

  serverApi(app, gateway)
  controlApi(app, gateway)
  mailboxRoutes(app, mailbox)
  accountRoutes(app)
  await app.register(async scope => browserApi(scope, gateway))
  await app.register(async scope => thirdPartyPages(scope, gateway))
  await app.register(async scope => consoleRoutes(scope, gateway))
  app.get('/page.css', async (_, reply) => reply.type('text/css').send(standInStyle))
  app.get('/page.js', async (_, reply) => reply.type('text/javascript').send(pageScript))
  return app
}
