import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { AuthModal } from '#accounts/auth-modal.tsx'
import { OwnHand } from '#accounts/own-hand.tsx'
import { useSession } from '#accounts/use-session.ts'
import { FeatureBanner } from '#notifications/feature-banner.tsx'

import { isClientsOwn } from './clients-own.ts'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'
import { ResearchModal } from './research-modal.tsx'

const DeletionBanner = lazy(() =>
  import('#accounts/privacy/deletion-banner.tsx').then(part => ({ default: part.DeletionBanner })),
)

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
      <ResearchModal />
      <AuthModal />
    </>
  )
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
