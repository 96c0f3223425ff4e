import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, type ErrorResponse } from 'react-router'

import { formatPersonName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import type { ReelShot } from '#catalog/reel.tsx'
import { getPageCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { useEndMasquerade } from '#workspaces/use-masquerade.ts'

import { ErrorPage } from './error-page.tsx'

const NotFoundPage = lazy(() => import('./not-found-page.tsx').then(part => ({ default: part.NotFoundPage })))

const isNotFound = (error: unknown): error is ErrorResponse => isRouteErrorResponse(error) && error.status === 404

type ErrorMetaArgs = { error?: unknown; matches: Parameters<typeof getPageCompany>[0] }

/** Title and robots tags of an error page. Every other page sets its own. */
export const frameMeta = ({ error, matches }: ErrorMetaArgs) => [
  { title: `${isNotFound(error) ? 'Page not found' : 'Something went wrong'} | ${getPageCompany(matches).name}` },
  { name: 'robots', content: 'noindex' },
]

/** Shown between header and footer in place of a page that could not be shown. */
export const FrameError = ({ error }: { error: unknown }) => {
  const user = useSession()
  const endMasquerade = useEndMasquerade()
  if (isNotFound(error))
    return (
      <Suspense>
        <NotFoundPage shot={(error.data as { shot?: ReelShot | null } | null)?.shot} />
      </Suspense>
    )
  // Staff in a masquerade opened an admin page: a retry would be refused too, so offer to end the masquerade.
  const isRefused = isRouteErrorResponse(error) && error.status === 403 && user?.masquerade
  return (
    <ErrorPage error={error}>
      {isRefused ? (
        <Button kind="primary" size="lg" onClick={() => void endMasquerade()}>
          Log Out as User: {formatPersonName(user)}
        </Button>
      ) : undefined}
    </ErrorPage>
  )
}
