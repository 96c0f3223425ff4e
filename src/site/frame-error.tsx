import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, type ErrorResponse } from 'react-router'

import { personName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import type { Shot } from '#catalog/reel.tsx'
import { brand } from '#platform/brand.ts'
import { Button } from '#ui/button.tsx'
import { useEndMasquerade } from '#workspaces/use-masquerade.ts'

import { ErrorPage } from './error-page.tsx'

const LostPage = lazy(() => import('./lost-page.tsx').then(part => ({ default: part.LostPage })))

const isLost = (error: unknown): error is ErrorResponse => isRouteErrorResponse(error) && error.status === 404

/** For pages that could not be shown; every other page has a head of its own. */
export const frameMeta = (error: unknown) => [
  { title: `${isLost(error) ? 'Page not found' : 'Something went wrong'} | ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

/** What stands between header and footer in place of a page that could not be shown. */
export const FrameError = ({ error }: { error: unknown }) => {
  const user = useSession()
  const endMasquerade = useEndMasquerade()
  if (isLost(error))
    return (
      <Suspense>
        <LostPage shot={(error.data as { shot?: Shot } | null)?.shot} />
      </Suspense>
    )
  // Staff who act as somebody else reached an admin page: trying again would be refused again.
  const isRefused = isRouteErrorResponse(error) && error.status === 403 && user?.masquerade
  return (
    <ErrorPage error={error}>
      {isRefused ? (
        <Button kind="primary" size="lg" onClick={() => void endMasquerade()}>
          Log Out as User: {personName(user)}
        </Button>
      ) : undefined}
    </ErrorPage>
  )
}
