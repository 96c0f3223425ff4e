/** Forwards requests to a shop with the cookie of a valid session, and records every response. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpExchange = {
  method: string
  url: string
  content_type: string | undefined
  body: string
  status: number
  ms: number
}

type RecorderOptions = {
  shop: string
  /** The Cookie header of a new session. */
  signIn: () => Promise<string>
  record: (exchange: HttpExchange) => void
}

/** A session may end or become a masquerade, so it is replaced after this many requests. */
const REQUESTS_PER_SESSION = 100

const MAX_RECORDED_BODY_BYTES = 4_000

const readBody = async (stream: http.IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Starts the recorder on a free port. Returns its address and a function that stops it. */
export const startRecorder = async ({ shop, signIn, record }: RecorderOptions) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  let session = signIn()
  let requestsSent = 0
  const renewSession = () => {
    requestsSent = 0
    session = signIn()
  }

  const forward = async ({ method, url, headers }: http.IncomingMessage, body: Buffer) => {
    requestsSent += 1
    if (requestsSent > REQUESTS_PER_SESSION) renewSession()
    const cookie = await session
    const { 'transfer-encoding': _chunked, ...otherHeaders } = headers
    const request = http.request(`${shop}${url ?? '/'}`, {
      agent,
      ...(method && { method }),
      headers: {
        'idempotency-key': randomUUID(),
        ...otherHeaders,
        host: new URL(shop).host,
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body.length > 0 && { 'content-length': body.length }),
      },
    })
    return new Promise<{ answer: http.IncomingMessage; content: Buffer }>((resolve, reject) => {
      request.once('error', reject)
      request.once('response', answer => {
        readBody(answer).then(content => resolve({ answer, content }), reject)
      })
      request.end(body)
    })
  }

  const forwardAndRecord = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await readBody(request)
    const startedAt = performance.now()
    const first = await forward(request, body)
    // Either the session has ended or the endpoint refuses this role. A retry with a new session distinguishes them.
    const isRefused = first.answer.statusCode === 401 && requestsSent > 1
    if (isRefused) renewSession()
    const { answer, content } = isRefused ? await forward(request, body) : first
    record({
      method: request.method ?? '',
      url: request.url ?? '',
      content_type: request.headers['content-type'],
      body: body.toString('utf8', 0, MAX_RECORDED_BODY_BYTES),
      status: answer.statusCode ?? 0,
      ms: Math.round(performance.now() - startedAt),
    })
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'text/plain' })
    response.end(content)
  }

  const server = http.createServer((request, response) => {
    // The client has disconnected, or the shop could not be reached.
    forwardAndRecord(request, response).catch(() => response.destroy())
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
