/** The document, and what stands around every page. */
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'

import type { Route } from './+types/root'
import { getSession } from './accounts/contract.ts'
import { AddToBoardProvider } from './boards/add-to-board.tsx'
import { CardCartProvider } from './cart/card-actions.tsx'
import { cartInPage } from './cart/cart-in-page.ts'
import { getCart } from './cart/contract.ts'
import { setCartCount } from './cart/use-cart.ts'
import { ClipSlotsProvider } from './catalog/clip-slots.tsx'
import { PreviewStage } from './catalog/preview-stage.tsx'
import { guardPages, sessionContext } from './guards.ts'
import { OnboardingWatch } from './onboarding/onboarding-watch.tsx'
import { callContext, NonceContext, pageContext } from './platform/context.ts'
import { earlyScript } from './platform/early-acts.ts'
import { makeQueryClient, setCall } from './platform/query.ts'
import { BrokenNotice } from './site/broken-notice.tsx'
import { guardScript } from './site/chunk-guard.ts'
import { clipSlots } from './site/clip-slots.tsx'
import { ErrorPage } from './site/error-page.tsx'
import { MeasuringWatch } from './site/measuring-watch.tsx'
import { usePageViews } from './site/page-views.ts'
import { Shell, type ShellParts } from './site/shell.tsx'
import { preloadedFonts } from './ui/fonts.ts'
import { layerOrder } from './ui/layers.ts'
import { themeOf, themeScript } from './ui/theme.ts'
import { ToastProvider } from './ui/toast.tsx'
import { InviteWatch } from './workspaces/invite-watch.tsx'

export const middleware: Route.MiddlewareFunction[] = [guardPages]

/** The person and the cart, once for each document; from then on the browser keeps them fresh by itself. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const cookies = request.headers.get('cookie') ?? ''
  const call = context.get(callContext)
  const known = /(?:^|;\s*)(?:__Host-)?(?:session|cart_hash)=/.test(cookies)
  const { cart, cart_count } = cartInPage(known ? await call(getCart, {}) : undefined)
  const session = context.get(sessionContext) ?? undefined
  const { public_url, sandbox_url, google, is_demo, outside } = context.get(pageContext)
  const year = new Date().getUTCFullYear()
  return { session, cart, cart_count, theme: themeOf(cookies), public_url, sandbox_url, google, is_demo, outside, year }
}

export const shouldRevalidate = () => false

/** Browsers have run these before they read a file of ours: there they need not stand a second time. */
const [theme, guard, early] = import.meta.env.SSR ? [themeScript, guardScript, earlyScript] : ['', '', '']

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const known = useRouteLoaderData<typeof loader>('root')
  const hasScripts = useMatches().every(
    ({ handle }) => (handle as { scripts?: boolean } | undefined)?.scripts !== false,
  )
  return (
    <html lang="en" {...(known?.theme && { 'data-theme': known.theme })} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {known?.sandbox_url && <meta name="payments-sandbox" content={known.sandbox_url} />}
        {known?.outside.sentry_dsn && <meta name="error-reports" content={known.outside.sentry_dsn} />}
        {known?.outside.affiliate_ids && <meta name="affiliate-ids" content={known.outside.affiliate_ids.join(',')} />}
        {preloadedFonts.map(({ href, priority }) => (
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
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: theme }} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: guard }} />
        {hasScripts && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: early }} />}
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: layerOrder }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <BrokenNotice />
        {children}
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
    const made = makeQueryClient()
    const { session, cart, cart_count } = loaderData
    setCall(made, getSession, {}, session ?? { data: null, meta: {} })
    if (cart) setCall(made, getCart, {}, cart)
    setCartCount(made, cart_count)
    return made
  })
  usePageViews()
  const parts = useMatches().reduce<ShellParts>(
    (sum, { handle }) => ({ ...sum, ...(handle as ShellParts | undefined) }),
    {},
  )
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ClipSlotsProvider value={clipSlots}>
          <CardCartProvider>
            <AddToBoardProvider>
              <Shell {...parts} isDemo={loaderData.is_demo} year={loaderData.year}>
                <Outlet />
              </Shell>
            </AddToBoardProvider>
            <PreviewStage />
            <InviteWatch />
            <MeasuringWatch gtm_id={loaderData.outside.gtm_id} />
            <OnboardingWatch />
          </CardCartProvider>
        </ClipSlotsProvider>
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
