import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, Outlet, type ErrorResponse } from 'react-router'

import { personName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import type { Shot } from '#catalog/reel.tsx'
import { brand } from '#platform/brand.ts'
import { Button } from '#ui/button.tsx'
import { useEndMasquerade } from '#workspaces/use-masquerade.ts'

import { ErrorPage } from '../error-page.tsx'
import type { Route } from './+types/frame'

const LostPage = lazy(() => import('../lost-page.tsx').then(part => ({ default: part.LostPage })))

const isLost = (error: unknown): error is ErrorResponse => isRouteErrorResponse(error) && error.status === 404

/** For pages that could not be shown; every other page has a head of its own. */
export const meta = ({ error }: Route.MetaArgs) => [
  { title: `${isLost(error) ? 'Page not found' : 'Something went wrong'} | ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

export default function Frame() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const user = useSession()
  const endMasquerade = useEndMasquerade()
  if (isLost(error))
    return (
      <Suspense>
        <LostPage shot={(error.data as { shot?: Shot } | null)?.shot} />
      </Suspense>
    )
  // Our own people stand before the admin as somebody else: trying again would be refused again.
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
