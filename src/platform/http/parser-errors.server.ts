/** Responses to requests that the HTTP parser rejects: too long, malformed, or incomplete. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** `rawPacket` holds the received bytes. */
type ParserError = { code?: string; rawPacket?: unknown }

const RESPONSES: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'This address is too long. Please use fewer words or filters.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
}
/** How long the client may take to read the response. */
const CLOSE_TIMEOUT_MS = 2_000
const BAD_REQUEST = { status: 400, message: 'This request could not be read.' }

/** Sends a plain text or, for API requests, a JSON error, and closes the connection. */
export const handleParserError = ({ code = '', rawPacket }: ParserError, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = RESPONSES[code] ?? BAD_REQUEST
  const isApiRequest = Buffer.isBuffer(rawPacket) && /^[A-Z]+ \/api\//.test(rawPacket.toString('latin1', 0, 40))
  const body = isApiRequest ? JSON.stringify({ message, errors: {} }) : message
  // A client that never closes its side would keep the socket open forever.
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${isApiRequest ? 'application/json' : 'text/plain'}; charset=utf-8`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
