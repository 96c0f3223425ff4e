/** The accounts of the demo beside it: the shop sends them when it starts, and everyone who opens the page reads them. */
import type { FastifyInstance } from 'fastify'

import { html, shell } from './page.ts'
import { table } from './payments/console/parts.ts'

type Account = { about: string; email: string; password: string }
type Told = { shop: string; accounts: Account[] }

const isAccount = (value: unknown): value is Account => {
  const { about, email, password } = (value ?? {}) as Record<string, unknown>
  return [about, email, password].every(part => typeof part === 'string')
}

const readTold = (body: unknown): Told | undefined => {
  const { shop, accounts } = (body ?? {}) as Record<string, unknown>
  const isWhole = typeof shop === 'string' && URL.canParse(shop) && Array.isArray(accounts) && accounts.every(isAccount)
  return isWhole ? { shop, accounts } : undefined
}

export const accountRoutes = (app: FastifyInstance) => {
  let told: Told | undefined
  app.put<{ Body: unknown }>('/_control/accounts', async ({ body }, reply) => {
    const read = readTold(body)
    if (!read) return reply.code(422).send({ error: 'shop and accounts (about, email, password) are needed.' })
    told = read
    return told
  })
  app.get('/accounts', async (_, reply) => reply.type('text/html').header('cache-control', 'no-store').send(page(told)))
}

const page = (told: Told | undefined) => {
  const body = told
    ? html`<section>
        <h2>Accounts of <a href="${told.shop}">${told.shop}</a></h2>
        ${table(
          ['Account', 'Email', 'Password'],
          told.accounts.map(
            ({ about, email, password }) =>
              html`<tr>
                <td class="lead">${about}</td>
                <td class="code">${email}</td>
                <td class="code">${password}</td>
              </tr>`,
          ),
        )}
      </section>`
    : html`<p class="empty">No demo has told its accounts here.</p>`
  return shell({ title: 'Accounts', current: 'accounts', body })
}
