/** Shows the maintenance banner where it is on. The banner loads only then. */
import { lazy, Suspense } from 'react'
import { useRouteLoaderData } from 'react-router'

const MaintenanceBanner = lazy(() =>
  import('./maintenance-banner.tsx').then(module => ({ default: module.MaintenanceBanner })),
)

/** `back_at`: when it ends, for people; null for no set time. */
type RootData = { maintenance?: { back_at: string | null } | null }

export const MaintenanceNotice = () => {
  const maintenance = useRouteLoaderData<RootData>('root')?.maintenance
  return maintenance ? (
    <Suspense>
      <MaintenanceBanner back_at={maintenance.back_at} />
    </Suspense>
  ) : null
}
