/** Wraps every workspace page inside its navigation and explains what the user's role does not include. */
import { isRouteErrorResponse, Outlet, useOutletContext } from 'react-router'

import { getPageCompany } from '#platform/settings/company-context.ts'
import { RoleRequiredNotice } from '#workspaces/role-required-notice.tsx'

import { FrameError, frameMeta } from '../frame-error.tsx'
import type { Route } from './+types/workspace-page'

const getRefusalMessage = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 403
    ? ((error.data as { message?: string } | null)?.message ?? '')
    : null

export const meta = (page: Route.MetaArgs) =>
  getRefusalMessage(page.error) === null
    ? frameMeta(page)
    : [
        { title: `Not part of your role | ${getPageCompany(page.matches).name}` },
        { name: 'robots', content: 'noindex' },
      ]

export default function WorkspacePage() {
  return <Outlet context={useOutletContext()} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = getRefusalMessage(error)
  return message === null ? <FrameError error={error} /> : <RoleRequiredNotice message={message} />
}
