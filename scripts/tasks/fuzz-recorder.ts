/** Passes requests on to a shop, each with the cookie of a session that is still open, and records every answer. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Exchange = {
  method: string
  url: string
  content_type: string | undefined
  body: string
  status: number
  ms: number
}

type Options = {
  shop: string
  /** The Cookie header of a new session. */
  signIn: () => Promise<string>
  record: (exchange: Exchange) => void
}

/** A session may have become a masquerade, or be signed out: after so many requests a new one takes its place. */
const REQUESTS_PER_SESSION = 100

/** Of a recorded body. */
const MAX_BODY_BYTES = 4_000

const bodyOf = async (stream: http.IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Answers its own address, and how to stop it. */
export const startRecorder = async ({ shop, signIn, record }: Options) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  let session = signIn()
  let sent = 0
  const renew = () => {
    sent = 0
    session = signIn()
  }

  const forward = async ({ method, url, headers }: http.IncomingMessage, body: Buffer) => {
    sent += 1
    if (sent > REQUESTS_PER_SESSION) renew()
    const cookie = await session
    const { 'transfer-encoding': _chunked, ...rest } = headers
    const request = http.request(`${shop}${url ?? '/'}`, {
      agent,
      ...(method && { method }),
      headers: {
        'idempotency-key': randomUUID(),
        ...rest,
        host: new URL(shop).host,
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body.length > 0 && { 'content-length': body.length }),
      },
    })
    return new Promise<{ answer: http.IncomingMessage; content: Buffer }>((resolve, reject) => {
      request.once('error', reject)
      request.once('response', answer => {
        bodyOf(answer).then(content => resolve({ answer, content }), reject)
      })
      request.end(body)
    })
  }

  const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await bodyOf(request)
    const began = performance.now()
    const first = await forward(request, body)
    // The session has ended, or the endpoint refuses this caller: a new session tells which.
    const isRefused = first.answer.statusCode === 401 && sent > 1
    if (isRefused) renew()
    const { answer, content } = isRefused ? await forward(request, body) : first
    record({
      method: request.method ?? '',
      url: request.url ?? '',
      content_type: request.headers['content-type'],
      body: body.toString('utf8', 0, MAX_BODY_BYTES),
      status: answer.statusCode ?? 0,
      ms: Math.round(performance.now() - began),
    })
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'text/plain' })
    response.end(content)
  }

  const server = http.createServer((request, response) => {
    // A caller that has gone is no answer of the shop.
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
