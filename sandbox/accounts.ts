/** The accounts of the demo beside it: the shop sends them when it starts. Passwords are shown on this machine alone. */
import type { FastifyInstance } from 'fastify'

import { isFromThisMachine } from './hosts.ts'
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
  app.get('/accounts', async (request, reply) =>
    reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(page(told, isFromThisMachine(request))),
  )
}

const page = (told: Told | undefined, showsPasswords: boolean) => {
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
                <td class="code">${showsPasswords ? password : '–'}</td>
              </tr>`,
          ),
        )}
        ${showsPasswords ? '' : html`<p class="empty">Passwords are shown on the sandbox’s own machine, at localhost.</p>`}
      </section>`
    : html`<p class="empty">No demo has told its accounts here.</p>`
  return shell({ title: 'Accounts', current: 'accounts', body })
}
