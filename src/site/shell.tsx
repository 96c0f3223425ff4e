import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import { OwnHand } from '#accounts/own-hand.tsx'
import { useSession } from '#accounts/use-session.ts'
import { FeatureBanner } from '#notifications/feature-banner.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { isClientsOwn } from './clients-own.ts'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'

const DeletionBanner = lazy(() =>
  import('#accounts/privacy/deletion-banner.tsx').then(part => ({ default: part.DeletionBanner })),
)
const AskedWindows = lazy(() => import('./parts/asked-windows.tsx').then(part => ({ default: part.AskedWindows })))

/** What a route's `handle` may leave out: `{ header: false, footer: false }`. */
export type ShellParts = { header?: boolean; footer?: boolean }

type ShellProps = ShellParts & { isDemo: boolean; year: number; children: ReactNode }

export const Shell = ({ header = true, footer = true, isDemo, year, children }: ShellProps) => {
  const { pathname } = useLocation()
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {header && <Header />}
      {header && <FeatureBanner />}
      {header && <LeavingSoon />}
      <main id="content">{isClientsOwn(pathname) ? <OwnHand>{children}</OwnHand> : children}</main>
      {footer && <Footer isDemo={isDemo} year={year} />}
      <Asked />
    </>
  )
}

/** What opens windows by an address (`?modal=…`) is loaded with the first that is asked for, and stays: they leave the address. */
const Asked = () => {
  const isAsked = useSearchParams()[0].has('modal')
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  return wasAsked ? (
    <Suspense fallback={<LoadingScreen />}>
      <AskedWindows />
    </Suspense>
  ) : null
}

/** Whoever asked to be deleted is told on every page until then. */
const LeavingSoon = () => {
  const deletes_at = useSession()?.deletes_at
  // There the page itself says so.
  const isTold = useLocation().pathname === '/account/privacy'
  return deletes_at && !isTold ? (
    <Suspense>
      <DeletionBanner deletes_at={deletes_at} />
    </Suspense>
  ) : null
}
