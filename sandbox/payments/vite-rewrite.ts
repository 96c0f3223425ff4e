/** Vite plugins that point the official browser SDK at the sandbox in a sandbox build, and keep that out of all others. */
import type { Plugin } from 'vite'

/** The tag in which the page names the sandbox's origin: `<meta name="payments-sandbox" content="http://127.0.0.1:4701">`. */
export const sandboxMeta = 'payments-sandbox'

/** Stands in every rewritten build, and in no other: it survives minification. */
const mark = '__BRAINTREE_SANDBOX_REWRITE__'

const sdkFile = /[\\/]node_modules[\\/]braintree-web[\\/](?!node_modules).*\.js(?:\?.*)?$/

// The origin is known only when the page runs. Without the tag every address stays the official one.
const prelude = `
var sandboxOrigin = typeof document === "undefined" ? "" : (document.querySelector('meta[name="${sandboxMeta}"]') || { content: "" }).content.replace(/\\/+$/, "");
globalThis.${mark} = true;
function atSandbox(url) { return sandboxOrigin && typeof url === "string" ? url.replace(/^https:\\/\\/[^/]+/, sandboxOrigin) : url; }
function isSandbox(url) { return sandboxOrigin !== "" && (url === sandboxOrigin || url.indexOf(sandboxOrigin + "/") === 0); }
`

const officialAddress =
  /"https:\/\/(?:api(?:\.sandbox)?\.braintreegateway\.com|assets\.braintreegateway\.com|payments(?:\.sandbox)?\.braintree-api\.com|www(?:\.sandbox)?\.paypal\.com|c\.paypal\.com|b\.stats\.paypal\.com)[^"]*"/g

/** Rewrites one file of the SDK; answers how many places were changed. */
export function rewriteBraintree(code: string): { code: string; places: number } {
  let places = 0
  const changed = code
    .replace(officialAddress, address => (places++, `atSandbox(${address})`))
    .replace(/\bparsedClientToken\.configUrl\b/g, address => (places++, `atSandbox(${address})`))
    .replace(/function isVerifiedDomain\(url\) \{/g, head => (places++, `${head} if (isSandbox(url)) return true;`))
  return { code: places ? prelude + changed : code, places }
}

const rewriting = (found: (places: number) => void) => ({
  name: 'braintree-sandbox-rewrite',
  transform(code: string, id: string) {
    if (!sdkFile.test(id)) return null
    const { code: changed, places } = rewriteBraintree(code)
    found(places)
    return places ? { code: changed, map: null } : null
  },
})

/** For a sandbox build (and for the dev server). Fails the browser build when it finds nothing to rewrite. */
export function braintreeSandboxRewrite(): Plugin {
  let places = 0
  let isBuild = false
  return {
    ...rewriting(found => {
      places += found
    }),
    enforce: 'pre',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [rewriting(() => undefined)] } } }),
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      places = 0
    },
    buildEnd(error) {
      if (error || !isBuild) return
      if (places === 0)
        this.error('Nothing in braintree-web was rewritten: this build could not reach the payments sandbox.')
      this.info(`braintree-web: ${places} places now ask the page where the payments sandbox is.`)
    },
  }
}

/** For a production build. Fails it when any rewritten code is in it. */
export function braintreeSandboxAbsent(): Plugin {
  return {
    name: 'braintree-sandbox-absent',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    generateBundle(_, bundle) {
      const marked = Object.values(bundle).filter(file => file.type === 'chunk' && file.code.includes(mark))
      if (marked.length)
        this.error(
          `A production build must not know the payments sandbox: ${marked.map(file => file.fileName).join(', ')}`,
        )
    },
  }
}
