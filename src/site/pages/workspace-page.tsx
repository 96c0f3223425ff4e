/** Around each page of a workspace, inside its navigation: what somebody's role does not include is explained there. */
import { isRouteErrorResponse, Outlet, useOutletContext } from 'react-router'

import { brand } from '#platform/brand.ts'
import { RoleRefused } from '#workspaces/role-refused.tsx'

import { FrameError, frameMeta } from '../frame-error.tsx'
import type { Route } from './+types/workspace-page'

const refusalOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 403
    ? ((error.data as { message?: string } | null)?.message ?? '')
    : null

export const meta = ({ error }: Route.MetaArgs) =>
  refusalOf(error) === null
    ? frameMeta(error)
    : [{ title: `Not part of your role | ${brand.name}` }, { name: 'robots', content: 'noindex' }]

export default function WorkspacePage() {
  return <Outlet context={useOutletContext()} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = refusalOf(error)
  return message === null ? <FrameError error={error} /> : <RoleRefused message={message} />
}
