/** The demo's accounts: the shop registers them at startup, and this page lists them. It shows passwords only on this machine. */
import type { FastifyInstance } from 'fastify'

import { isFromThisMachine } from './hosts.ts'
import { html, shell } from './page.ts'
import { table } from './payments/console/parts.ts'

type Account = { about: string; email: string; password: string }
type DemoAccounts = { shop: string; accounts: Account[] }

const isAccount = (value: unknown): value is Account => {
  const { about, email, password } = (value ?? {}) as Record<string, unknown>
  return [about, email, password].every(field => typeof field === 'string')
}

const parseDemoAccounts = (body: unknown): DemoAccounts | undefined => {
  const { shop, accounts } = (body ?? {}) as Record<string, unknown>
  const isValid = typeof shop === 'string' && URL.canParse(shop) && Array.isArray(accounts) && accounts.every(isAccount)
  return isValid ? { shop, accounts } : undefined
}

export const accountRoutes = (app: FastifyInstance) => {
  let demo: DemoAccounts | undefined
  app.put<{ Body: unknown }>('/_control/accounts', async ({ body }, reply) => {
    const parsed = parseDemoAccounts(body)
    if (!parsed) return reply.code(422).send({ error: 'shop and accounts (about, email, password) are required.' })
    demo = parsed
    return demo
  })
  app.get('/accounts', async (request, reply) =>
    reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(accountsPage(demo, isFromThisMachine(request))),
  )
}

const accountsPage = (demo: DemoAccounts | undefined, showsPasswords: boolean) => {
  const body = demo
    ? html`<section>
        <h2>Accounts of <a href="${demo.shop}">${demo.shop}</a></h2>
        ${table(
          ['Account', 'Email', 'Password'],
          demo.accounts.map(
            ({ about, email, password }) =>
              html`<tr>
                <td class="lead">${about}</td>
                <td class="code">${email}</td>
                <td class="code">${showsPasswords ? password : '–'}</td>
              </tr>`,
          ),
        )}
        ${showsPasswords ? '' : html`<p class="empty">Passwords are shown on the sandbox’s own machine, at localhost.</p>`}
      </section>`
    : html`<p class="empty">No demo has registered its accounts.</p>`
  return shell({ title: 'Accounts', current: 'accounts', body })
}
