/** Requests that the parser gives up on before there is one to answer: an address of many kilobytes, a torn line, one that never ends. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** `rawPacket` holds the bytes that came. */
type ParserError = { code?: string; rawPacket?: unknown }

const failures: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'This address is too long. Please use fewer words or filters.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
}
/** How long the answer may take to be read. */
const close_ms = 2_000
const torn = { status: 400, message: 'This request could not be read.' }

/** To people as a sentence, to callers of the API in its own shape. Ends the connection. */
export const answerUnreadable = ({ code = '', rawPacket }: ParserError, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = failures[code] ?? torn
  const isCall = Buffer.isBuffer(rawPacket) && /^[A-Z]+ \/api\//.test(rawPacket.toString('latin1', 0, 40))
  const body = isCall ? JSON.stringify({ message, errors: {} }) : message
  // Who never closes their side would keep the socket for good.
  const timer = setTimeout(() => socket.destroy(), close_ms)
  socket.once('close', () => clearTimeout(timer))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${isCall ? 'application/json' : 'text/plain'}; charset=utf-8`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
