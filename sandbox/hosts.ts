/** Which names the sandbox answers to: a page elsewhere that leads its own name to this machine reads nothing here. */
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'

import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Whose part the sandbox plays for browsers, over TLS, where no other page can pretend to be them. */
const PROVIDERS = [
  'braintreegateway.com',
  'braintree-api.com',
  'braintreepayments.com',
  'paypal.com',
  'cardinalcommerce.com',
]

/** The names of addresses that it listens on or that are registered ("https://demo.example:3000", "0.0.0.0"). */
export const namesOf = (addresses: readonly string[]): string[] =>
  addresses.flatMap(address => nameOf(address.replace(/^https?:\/\//, '')) ?? [])

/** The name in a Host header, without its port. */
const nameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

/** Addresses and localhost cannot be led elsewhere. */
const isFixed = (name: string) => name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

const isProvider = (name: string) => PROVIDERS.some(provider => name === provider || name.endsWith(`.${provider}`))

/** Refuses every request for another host with 421. Call it before anything is mounted. */
export const answerOwnNames = (app: FastifyInstance, names: readonly string[]): void => {
  app.addHook('onRequest', async (request, reply) => {
    const name = nameOf(request.headers.host ?? '')
    const isTls = (request.raw.socket as Partial<TLSSocket>).encrypted === true
    if (name !== undefined && (isFixed(name) || names.includes(name) || (isTls && isProvider(name)))) return
    return reply
      .code(421)
      .send({ error: 'The sandbox answers to localhost and to the addresses and names that it was started with.' })
  })
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

const isLoopback = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && LOOPBACK.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a browser of this machine asks. A proxy on this machine asks for others: by their Host, or with what it adds. */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean => {
  const name = nameOf(headers.host ?? '')?.replace(/^\[(.*)\]$/, '$1') ?? ''
  const isProxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return isLoopback(socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name)) && !isProxied
}
