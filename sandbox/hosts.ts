/** Which host names the sandbox answers to. Rejecting the others protects it from DNS rebinding. */
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'

import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The providers that the sandbox simulates. It accepts their names only over TLS, where no other site can use them. */
const PROVIDERS = [
  'braintreegateway.com',
  'braintree-api.com',
  'braintreepayments.com',
  'paypal.com',
  'cardinalcommerce.com',
]

/** The host names of origins or addresses such as "https://demo.example:3000" and "0.0.0.0". */
export const hostnamesOf = (addresses: readonly string[]): string[] =>
  addresses.flatMap(address => hostnameOf(address.replace(/^https?:\/\//, '')) ?? [])

/** The name in a Host header, without its port. */
const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

/** localhost and IP addresses cannot be rebound by DNS. */
const isLocalhostOrIp = (name: string) => name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

const isProvider = (name: string) => PROVIDERS.some(provider => name === provider || name.endsWith(`.${provider}`))

/** Rejects every request for another host with 421. Call it before mounting any route. */
export const restrictHosts = (app: FastifyInstance, hostnames: readonly string[]): void => {
  app.addHook('onRequest', async (request, reply) => {
    const hostname = hostnameOf(request.headers.host ?? '')
    const isTls = (request.raw.socket as Partial<TLSSocket>).encrypted === true
    if (
      hostname !== undefined &&
      (isLocalhostOrIp(hostname) || hostnames.includes(hostname) || (isTls && isProvider(hostname)))
    )
      return
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

/** Returns whether a browser of this machine sent the request. Requests of a local proxy have a foreign Host or forwarding headers. */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean => {
  const name = hostnameOf(headers.host ?? '')?.replace(/^\[(.*)\]$/, '$1') ?? ''
  const isProxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return isLoopback(socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name)) && !isProxied
}
