/** The identity provider on its own port: sign-in window, keys, tokens. */
import { randomBytes } from 'node:crypto'

import formbody from '@fastify/formbody'
import { fastify, type FastifyReply } from 'fastify'

import { answerOwnNames } from '../hosts.ts'
import { aboutPage, choicePage, handOverPage, identityStyle, refusedPage } from './page.ts'
import { people, type Person } from './people.ts'
import { readRequest } from './request.ts'
import { claimsOf, type Signer } from './tokens.ts'

type Form = Record<string, string | undefined>

const most_letters = 254

/** The person of the form: one of the list, or whoever was typed in; a sentence when that is nobody. */
const personOf = ({ person, email = '', given_name = '', family_name = '', email_verified }: Form): Person | string => {
  const { about: _, ...known } = people[Number(person ?? -1)] ?? { about: '' }
  if ('email' in known) return known
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > most_letters) return 'Please give an email.'
  return {
    email,
    given_name: given_name.trim() || (email.split('@')[0] ?? ''),
    family_name: family_name.trim(),
    email_verified: email_verified === '1',
  }
}

/** A page that runs nothing but what it names, and is framed by nobody. Its opener must stay reachable. */
const send = (reply: FastifyReply, page: string, script_nonce?: string) =>
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'${
        script_nonce ? `; script-src 'nonce-${script_nonce}'` : ''
      }`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(page)

/** `issuerOf` is asked late: the port, and with it the provider's name, is known once it listens. */
export const buildIdentity = async (
  signer: Signer,
  issuerOf: () => string,
  registered: readonly string[],
  names: readonly string[],
) => {
  const app = fastify({ forceCloseConnections: true })
  answerOwnNames(app, names)
  await app.register(formbody)

  app.get('/', async (_, reply) => send(reply, aboutPage()))
  app.get('/page.css', async (_, reply) => reply.type('text/css').send(identityStyle))

  // Where Google has them, as Google has them.
  app.get('/oauth2/v1/certs', async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(signer.pem))
  app.get('/oauth2/v3/certs', async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(signer.jwks))

  app.get<{ Querystring: Form }>('/signin', async ({ query }, reply) => {
    const request = readRequest(query, registered)
    return typeof request === 'string' ? send(reply.code(400), refusedPage(request)) : send(reply, choicePage(request))
  })

  app.post<{ Body: Form | undefined }>('/signin', async ({ body = {} }, reply) => {
    const request = readRequest(body, registered)
    if (typeof request === 'string') return send(reply.code(400), refusedPage(request))
    const person = personOf(body)
    if (typeof person === 'string') return send(reply.code(422), choicePage(request, person))
    const credential = await signer.sign(claimsOf(person, { issuer: issuerOf(), ...request }))
    const script_nonce = randomBytes(16).toString('base64')
    return send(reply, handOverPage(request, credential, script_nonce), script_nonce)
  })
  return app
}
