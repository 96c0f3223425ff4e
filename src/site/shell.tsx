import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import { MasqueradeGuard } from '#accounts/masquerade-guard.tsx'
import { useSession } from '#accounts/use-session.ts'
import { FeatureBanner } from '#notifications/feature-banner.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { MaintenanceNotice } from './maintenance-notice.tsx'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'

/** Pages that are read-only for staff in a masquerade. The workspace billing page handles this itself, below its navigation. */

const readOnlyPaths = [
  '/account/details',
  '/account/password',
  '/account/sessions',
  '/account/payment-methods',
  '/account/notification-preferences',
  '/profile/notifications',
  '/cart/billing',
  '/checkout',
]

const isReadOnlyInMasquerade = (pathname: string): boolean =>
  readOnlyPaths.some(path => pathname === path || pathname.startsWith(`${path}/`))

const DeletionBanner = lazy(() =>
  import('#accounts/privacy/deletion-banner.tsx').then(part => ({ default: part.DeletionBanner })),
)
const UrlModals = lazy(() => import('./parts/url-modals.tsx').then(part => ({ default: part.UrlModals })))

/**
 * Parts that a route's `handle` can turn off: `{ header: false, footer: false }`. A `bare` header is only the logo;
 * `results` says that the page has `#results`.
 */
export type ShellParts = { header?: boolean | 'bare'; footer?: boolean; results?: boolean }

type ShellProps = ShellParts & { isDemo: boolean; year: number; children: ReactNode }

export const Shell = ({ header = true, footer = true, results = false, isDemo, year, children }: ShellProps) => {
  const { pathname } = useLocation()
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {results && (
        <a className="skip-link" href="#results">
          Skip to results
        </a>
      )}
      {header && <Header bare={header === 'bare'} />}
      {header && <MaintenanceNotice />}
      {header === true && <FeatureBanner />}
      {header && <DeletionNotice />}
      <main id="content">
        {isReadOnlyInMasquerade(pathname) ? <MasqueradeGuard>{children}</MasqueradeGuard> : children}
      </main>
      {footer && <Footer isDemo={isDemo} year={year} />}
      <UrlModalsLoader />
    </>
  )
}

/** Loads the modals that `?modal=…` opens on the first request. They stay mounted, because they remove the parameter. */
const UrlModalsLoader = () => {
  const isRequested = useSearchParams()[0].has('modal')
  const [wasRequested, setWasRequested] = useState(isRequested)
  if (isRequested && !wasRequested) setWasRequested(true)
  return wasRequested ? (
    <Suspense fallback={<LoadingScreen />}>
      <UrlModals />
    </Suspense>
  ) : null
}

/** Shows a scheduled account deletion on every page. */
const DeletionNotice = () => {
  const deletes_at = useSession()?.deletes_at
  // The privacy page shows it itself.
  const isPrivacyPage = useLocation().pathname === '/account/privacy'
  return deletes_at && !isPrivacyPage ? (
    <Suspense>
      <DeletionBanner deletes_at={deletes_at} />
    </Suspense>
  ) : null
}
