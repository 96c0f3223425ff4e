/** The sandbox's HTTP application: the payment gateway's doors, its console, and the mailbox. */
import formbody from '@fastify/formbody'
import { fastify } from 'fastify'

import { accountRoutes } from './accounts.ts'
import { answerOwnNames } from './hosts.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { pageScript, standInStyle } from './page.ts'
import { browserApi, pagesElsewhere } from './payments/browser-api.ts'
import { consoleRoutes } from './payments/console.ts'
import { control } from './payments/control.ts'
import type { Gateway } from './payments/gateway.ts'
import { serverApi } from './payments/server-api.ts'

/** Puts everything on one application; it listens nowhere yet. `names`: beside this machine's, that it answers to. */
export async function buildApp(gateway: Gateway, mailbox: Mailbox, names: readonly string[]) {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  answerOwnNames(app, names)
  await app.register(formbody)

  // The SDK names JSON as the type of requests that have no body at all.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body: string, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }))
    }
  })

  serverApi(app, gateway)
  control(app, gateway)
  mailboxRoutes(app, mailbox)
  accountRoutes(app)
  await app.register(async scope => browserApi(scope, gateway))
  await app.register(async scope => pagesElsewhere(scope, gateway))
  await app.register(async scope => consoleRoutes(scope, gateway))
  app.get('/page.css', async (_, reply) => reply.type('text/css').send(standInStyle))
  app.get('/page.js', async (_, reply) => reply.type('text/javascript').send(pageScript))
  return app
}
