import { Writable } from 'node:stream'

import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'

import { NonceContext, pageContext } from './platform/context.ts'

export const streamTimeout = 5_000

/** Gathers a page whole: to pass its hundred pieces on, one by one through every layer above, costs as much as drawing it. */
const gather = (whole: (page: Buffer<ArrayBuffer>) => void) => {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      whole(Buffer.concat(pieces))
      done()
    },
  })
}

const preload = '<link rel="modulepreload"'

/** On a slow line scripts would come before the styles and the first picture: the router gives its preloads no priority, so it is written in. */
const scriptsLast = (page: Buffer): Buffer<ArrayBuffer> => {
  const end = page.indexOf('</head>')
  const head = page.toString('utf8', 0, end).replaceAll(preload, `${preload} fetchpriority="low"`)
  return Buffer.concat([Buffer.from(head), page.subarray(end)])
}

/** Loaders wait for all that a page shows, so no part of it comes later: nothing is gained by sending its beginning first. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce } = loadContext.get(pageContext)
  return new Promise<Response>((resolve, reject) => {
    const failures: unknown[] = []
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          for (const failure of failures) console.error(failure)
          const code = failures.length > 0 ? 500 : status
          pipe(gather(page => resolve(new Response(scriptsLast(page), { headers, status: code }))))
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError: error => void failures.push(error),
      },
    )
  })
}
