/** Reminds staff on every page that visitors see the maintenance page. */
import { Link, useRouteLoaderData } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { Banner } from '#ui/banner.tsx'

import css from './maintenance-banner.module.css'

/** `back_at`: when it ends, for people; null for no set time. */
export type MaintenanceState = { back_at: string | null }

export const MaintenanceBanner = () => {
  const root = useRouteLoaderData<{ maintenance?: MaintenanceState | null }>('root')
  const user = useSession()
  const maintenance = root?.maintenance
  if (!maintenance || !user || !(user.masquerade || hasStaffAccess('editors', user.roles))) return null
  return (
    <div className={css.place}>
      <Banner
        action={hasStaffAccess('platform_admins', user.roles) && <Link to="/admin/settings/maintenance">Settings</Link>}
      >
        Maintenance is on{maintenance.back_at === null ? '' : ` until ${maintenance.back_at}`}. Visitors see the
        maintenance page.
      </Banner>
    </div>
  )
}
