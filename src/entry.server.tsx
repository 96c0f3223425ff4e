import { Writable } from 'node:stream'

import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'

import { NonceContext, pageContext } from '#platform/http/context.ts'
import { CompanyContext } from '#platform/settings/company-context.ts'

export const streamTimeout = 5_000

/** Collects a page before sending it: passing on hundreds of chunks through every layer costs as much as rendering it. */
const collectPage = (onPage: (page: Buffer<ArrayBuffer>) => void) => {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onPage(Buffer.concat(chunks))
      done()
    },
  })
}

const MODULE_PRELOAD = '<link rel="modulepreload"'

/** Gives script preloads low priority, which React Router cannot: on a slow connection they would delay the styles and the first picture. */
const deprioritizeScripts = (page: Buffer): Buffer<ArrayBuffer> => {
  const end = page.indexOf('</head>')
  const head = page.toString('utf8', 0, end).replaceAll(MODULE_PRELOAD, `${MODULE_PRELOAD} fetchpriority="low"`)
  return Buffer.concat([Buffer.from(head), page.subarray(end)])
}

/** Sends the page in one piece: loaders wait for all data, so streaming would gain nothing. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, company } = loadContext.get(pageContext)
  return new Promise<Response>((resolve, reject) => {
    const failures: unknown[] = []
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <CompanyContext value={company}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </CompanyContext>
      </NonceContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          for (const failure of failures) console.error(failure)
          const code = failures.length > 0 ? 500 : status
          pipe(collectPage(page => resolve(new Response(deprioritizeScripts(page), { headers, status: code }))))
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
