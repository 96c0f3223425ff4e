import { Outlet } from 'react-router'

import { FrameError, frameMeta } from '../frame-error.tsx'
import type { Route } from './+types/frame'

export const meta = (page: Route.MetaArgs) => frameMeta(page)

export default function Frame() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FrameError error={error} />
}
