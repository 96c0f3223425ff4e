/** The document and the layout around every page. */
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import titleFont from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import textFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'

import { guardPages, sessionContext } from '#app/guards.ts'
import { callContext, NonceContext, pageContext } from '#platform/http/context.ts'
import { hasHostCookie } from '#platform/http/cookie-header.ts'
import { HYDRATION_REPLAY_SCRIPT } from '#platform/http/hydration-replay.ts'
import { createQueryClient, setCallData } from '#platform/http/query.ts'
import { CompanyContext, useCompany } from '#platform/settings/company-context.ts'

import type { Route } from './+types/root'
import { getSession } from './accounts/contract.ts'
import { AddToBoardProvider } from './boards/add-to-board.tsx'
import { CardCartProvider } from './cart/card-actions.tsx'
import { cartInPage } from './cart/cart-in-page.ts'
import { getCart } from './cart/contract.ts'
import { setCartCount } from './cart/use-cart.ts'
import { ClipSlotsProvider } from './catalog/clip-slots.tsx'
import { PreviewStage } from './catalog/preview-stage.tsx'
import { VIEW_SCRIPT } from './catalog/view-settings.ts'
import { getStartingPrices } from './licensing/contract.ts'
import { StartingPricesProvider } from './licensing/starting-prices-context.tsx'
import { OnboardingWatch } from './onboarding/onboarding-watch.tsx'
import { AnalyticsLoader } from './site/analytics-loader.tsx'
import { BrokenNotice } from './site/broken-notice.tsx'
import { CHUNK_GUARD_SCRIPT } from './site/chunk-guard.ts'
import { clipSlots } from './site/clip-slots.tsx'
import { ErrorPage } from './site/error-page.tsx'
import { usePageFocus } from './site/page-focus.ts'
import { usePageViews } from './site/page-views.ts'
import { Shell, type ShellParts } from './site/shell.tsx'
import { readTheme, THEME_SCRIPT } from './ui/theme.ts'
import { ToastProvider } from './ui/toast.tsx'
import { InviteWatch } from './workspaces/invite-watch.tsx'

export const middleware: Route.MiddlewareFunction[] = [guardPages]

/** Loads the session and the cart once per document; the browser refreshes them afterwards. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const cookies = request.headers.get('cookie') ?? ''
  const call = context.get(callContext)
  const { public_url, sandbox_url, company, google, is_demo, outside, maintenance, is_turned_away } =
    context.get(pageContext)
  const [cartReply, starting_prices] = await Promise.all([
    hasHostCookie(cookies, 'session', 'cart_hash') ? call(getCart, {}) : undefined,
    // During maintenance the API may be closed.
    is_turned_away ? undefined : call(getStartingPrices, {}),
  ])
  const { cart, cart_count } = cartInPage(cartReply)
  const session = context.get(sessionContext) ?? undefined
  const year = new Date().getUTCFullYear()
  return {
    session,
    cart,
    cart_count,
    starting_prices,
    theme: readTheme(cookies),
    public_url,
    sandbox_url,
    company,
    google,
    is_demo,
    outside,
    maintenance: maintenance && { back_at: maintenance.back_at },
    year,
  }
}

/** Only a change of the settings is shown at once: its page loads its data again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.pathname.startsWith('/admin/settings/')

/** Browsers run these scripts before our bundles load, so the client does not render them again. */
const [look, guard, early] = import.meta.env.SSR
  ? [THEME_SCRIPT + VIEW_SCRIPT, CHUNK_GUARD_SCRIPT, HYDRATION_REPLAY_SCRIPT]
  : ['', '', '']

/**
 * The order of the cascade layers, later ones win. It is inline at the top of <head>, because the bundler decides the
 * order of the style sheets, and the first one to name a layer would set its position.
 */
const LAYER_ORDER = '@layer reset, tokens, base, components, pages;'

/**
 * The two fonts that every page shows above the fold. The title font is as large as four pictures, so it loads after
 * them, and a fallback with the same metrics is shown until then.
 */
const PRELOADED_FONTS: readonly { href: string; priority: 'high' | 'low' }[] = [
  { href: textFont, priority: 'high' },
  { href: titleFont, priority: 'low' },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const rootData = useRouteLoaderData<typeof loader>('root')
  const serverCompany = useCompany()
  const company = rootData?.company ?? serverCompany
  const hasScripts = useMatches().every(
    ({ handle }) => (handle as { scripts?: boolean } | undefined)?.scripts !== false,
  )
  return (
    <html lang="en" {...(rootData?.theme && { 'data-theme': rootData.theme })} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {rootData?.sandbox_url && <meta name="payments-sandbox" content={rootData.sandbox_url} />}
        {rootData?.outside.sentry_dsn && <meta name="error-reports" content={rootData.outside.sentry_dsn} />}
        {rootData?.outside.affiliate_ids && (
          <meta name="affiliate-ids" content={rootData.outside.affiliate_ids.join(',')} />
        )}
        {PRELOADED_FONTS.map(({ href, priority }) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
            fetchPriority={priority}
          />
        ))}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: look }} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: guard }} />
        {hasScripts && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: early }} />}
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: LAYER_ORDER }} />
        {company.accent_sheet && (
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: company.accent_sheet }} />
        )}
        <link rel="icon" href={company.icon ?? (company.is_default ? '/favicon.svg' : 'data:,')} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <BrokenNotice />
        <CompanyContext value={company}>{children}</CompanyContext>
        {hasScripts && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const [client] = useState(() => {
    const queryClient = createQueryClient()
    const { session, cart, cart_count } = loaderData
    setCallData(queryClient, getSession, {}, session ?? { data: null, meta: {} })
    if (cart) setCallData(queryClient, getCart, {}, cart)
    setCartCount(queryClient, cart_count)
    return queryClient
  })
  usePageViews()
  usePageFocus()
  const parts = useMatches().reduce<ShellParts>(
    (sum, { handle }) => ({ ...sum, ...(handle as ShellParts | undefined) }),
    {},
  )
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <StartingPricesProvider initial={loaderData.starting_prices}>
          <ClipSlotsProvider value={clipSlots}>
            <CardCartProvider>
              <AddToBoardProvider>
                <Shell {...parts} isDemo={loaderData.is_demo} year={loaderData.year}>
                  <Outlet />
                </Shell>
                <PreviewStage />
              </AddToBoardProvider>
              <InviteWatch />
              <AnalyticsLoader gtm_id={loaderData.outside.gtm_id} />
              <OnboardingWatch />
            </CardCartProvider>
          </ClipSlotsProvider>
        </StartingPricesProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <ErrorPage error={error} />
    </main>
  )
}
