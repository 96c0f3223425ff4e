/** The identity provider on its own port: the sign-in window, the keys and the tokens. */
import { randomBytes } from 'node:crypto'

import formbody from '@fastify/formbody'
import { fastify, type FastifyReply } from 'fastify'

import { restrictHosts } from '../hosts.ts'
import { aboutPage, choicePage, handOverPage, identityStyle, errorPage } from './page.ts'
import { people, type Person } from './people.ts'
import { readRequest } from './request.ts'
import { claimsOf, type Signer } from './tokens.ts'

type SignInForm = Record<string, string | undefined>

const MAX_EMAIL_LENGTH = 254

/** The listed person that the form chose, or the one typed in; an error message when the email is invalid. */
const readPerson = ({
  person,
  email = '',
  given_name = '',
  family_name = '',
  email_verified,
}: SignInForm): Person | string => {
  const { about: _, ...listed } = people[Number(person ?? -1)] ?? { about: '' }
  if ('email' in listed) return listed
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_EMAIL_LENGTH) return 'Enter a valid email.'
  return {
    email,
    given_name: given_name.trim() || (email.split('@')[0] ?? ''),
    family_name: family_name.trim(),
    email_verified: email_verified === '1',
  }
}

/** Sends a page that runs only its own script and cannot be framed. Its opener must stay reachable. */
const sendPage = (reply: FastifyReply, page: string, script_nonce?: string) =>
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

/** `getIssuer` is called per request, because the issuer is known only once the port is. */
export const buildIdentity = async (
  signer: Signer,
  getIssuer: () => string,
  registeredOrigins: readonly string[],
  hostnames: readonly string[],
) => {
  const app = fastify({ forceCloseConnections: true })
  restrictHosts(app, hostnames)
  await app.register(formbody)

  app.get('/', async (_, reply) => sendPage(reply, aboutPage()))
  app.get('/page.css', async (_, reply) => reply.type('text/css').send(identityStyle))

  // The paths and formats that Google uses.
  app.get('/oauth2/v1/certs', async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(signer.pem))
  app.get('/oauth2/v3/certs', async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(signer.jwks))

  app.get<{ Querystring: SignInForm }>('/signin', async ({ query }, reply) => {
    const request = readRequest(query, registeredOrigins)
    return typeof request === 'string'
      ? sendPage(reply.code(400), errorPage(request))
      : sendPage(reply, choicePage(request))
  })

  app.post<{ Body: SignInForm | undefined }>('/signin', async ({ body = {} }, reply) => {
    const request = readRequest(body, registeredOrigins)
    if (typeof request === 'string') return sendPage(reply.code(400), errorPage(request))
    const person = readPerson(body)
    if (typeof person === 'string') return sendPage(reply.code(422), choicePage(request, person))
    const credential = await signer.sign(claimsOf(person, { issuer: getIssuer(), ...request }))
    const script_nonce = randomBytes(16).toString('base64')
    return sendPage(reply, handOverPage(request, credential, script_nonce), script_nonce)
  })
  return app
}
