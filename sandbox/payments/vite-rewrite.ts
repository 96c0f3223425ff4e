/** Vite plugins that point the official browser SDK at the sandbox in sandbox builds, and ensure that no other build does. */
import type { Plugin } from 'vite'

/** The name of the meta tag with the sandbox's origin: `<meta name="payments-sandbox" content="http://127.0.0.1:4701">`. */
export const sandboxMeta = 'payments-sandbox'

/** A marker in every rewritten build and in no other. It survives minification. */
const REWRITE_MARKER = '__BRAINTREE_SANDBOX_REWRITE__'

const SDK_FILE_PATTERN = /[\\/]node_modules[\\/]braintree-web[\\/](?!node_modules).*\.js(?:\?.*)?$/

// The origin is known only at run time. Without the tag the official URLs stay.
const prelude = `
var sandboxOrigin = typeof document === "undefined" ? "" : (document.querySelector('meta[name="${sandboxMeta}"]') || { content: "" }).content.replace(/\\/+$/, "");
globalThis.${REWRITE_MARKER} = true;
function atSandbox(url) { return sandboxOrigin && typeof url === "string" ? url.replace(/^https:\\/\\/[^/]+/, sandboxOrigin) : url; }
function isSandbox(url) { return sandboxOrigin !== "" && (url === sandboxOrigin || url.indexOf(sandboxOrigin + "/") === 0); }
`

const OFFICIAL_URL_PATTERN =
  /"https:\/\/(?:api(?:\.sandbox)?\.braintreegateway\.com|assets\.braintreegateway\.com|payments(?:\.sandbox)?\.braintree-api\.com|www(?:\.sandbox)?\.paypal\.com|c\.paypal\.com|b\.stats\.paypal\.com)[^"]*"/g

/** Rewrites one file of the SDK. `replacements` is the number of changes. */
export function rewriteBraintree(code: string): { code: string; replacements: number } {
  let replacements = 0
  const rewritten = code
    .replace(OFFICIAL_URL_PATTERN, url => (replacements++, `atSandbox(${url})`))
    .replace(/\bparsedClientToken\.configUrl\b/g, url => (replacements++, `atSandbox(${url})`))
    .replace(
      /function isVerifiedDomain\(url\) \{/g,
      head => (replacements++, `${head} if (isSandbox(url)) return true;`),
    )
  return { code: replacements ? prelude + rewritten : code, replacements }
}

const rewritePlugin = (onRewrite: (replacements: number) => void) => ({
  name: 'braintree-sandbox-rewrite',
  transform(code: string, id: string) {
    if (!SDK_FILE_PATTERN.test(id)) return null
    const { code: rewritten, replacements } = rewriteBraintree(code)
    onRewrite(replacements)
    return replacements ? { code: rewritten, map: null } : null
  },
})

/** For sandbox builds and the dev server. Fails the browser build when there is nothing to rewrite. */
export function braintreeSandboxRewrite(): Plugin {
  let totalReplacements = 0
  let isBuild = false
  return {
    ...rewritePlugin(count => {
      totalReplacements += count
    }),
    enforce: 'pre',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [rewritePlugin(() => undefined)] } } }),
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      totalReplacements = 0
    },
    buildEnd(error) {
      if (error || !isBuild) return
      if (totalReplacements === 0)
        this.error('Nothing in braintree-web was rewritten: this build could not reach the payments sandbox.')
      this.info(`braintree-web: ${totalReplacements} places now use the payments sandbox of the page.`)
    },
  }
}

/** For production builds. Fails the build when it contains rewritten code. */
export function braintreeSandboxAbsent(): Plugin {
  return {
    name: 'braintree-sandbox-absent',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    generateBundle(_, bundle) {
      const rewrittenFiles = Object.values(bundle).filter(
        file => file.type === 'chunk' && file.code.includes(REWRITE_MARKER),
      )
      if (rewrittenFiles.length)
        this.error(
          `A production build must not know the payments sandbox: ${rewrittenFiles.map(file => file.fileName).join(', ')}`,
        )
    },
  }
}
