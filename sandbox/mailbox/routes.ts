/** The mailbox page, and its mails as JSON for tests. */
import type { FastifyInstance } from 'fastify'

import type { Mailbox } from './mailbox.ts'
import { mailboxPage } from './page.ts'

export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox) {
  app.get<{ Querystring: { id?: string; view?: string } }>('/mailbox', async (request, reply) => {
    const messages = mailbox.list()
    const openMessage = mailbox.find(request.query.id ?? '') ?? messages[0]
    return reply
      .type('text/html')
      .send(mailboxPage(messages, openMessage, request.query.view === 'text' ? 'text' : 'html'))
  })

  app.get<{ Querystring: { to?: string } }>('/mailbox/messages', async request => ({
    messages: mailbox.list(request.query.to),
  }))
  app.delete('/mailbox/messages', async () => {
    mailbox.clear()
    return { messages: [] }
  })
  app.get<{ Params: { id: string } }>(
    '/mailbox/messages/:id',
    async (request, reply) =>
      mailbox.find(request.params.id) ?? reply.code(404).send({ error: 'There is no such mail.' }),
  )

  // A mail is untrusted: it runs no script, and its links open in a new tab.
  app.get<{ Params: { id: string } }>('/mailbox/messages/:id/html', async (request, reply) => {
    const message = mailbox.find(request.params.id)
    if (!message?.html) return reply.code(404).send()
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; img-src * data:; style-src * 'unsafe-inline'; font-src * data:; sandbox allow-popups allow-popups-to-escape-sandbox",
      )
      .type('text/html')
      .send(`<base target="_blank">${message.html}`)
  })

  app.post('/mailbox/clear', async (request, reply) => {
    if (request.headers.origin !== `${request.protocol}://${request.host}`) return reply.code(403).send()
    mailbox.clear()
    return reply.redirect('/mailbox', 303)
  })
}
