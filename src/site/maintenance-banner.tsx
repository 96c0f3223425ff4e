/** Reminds staff on every page that visitors see the maintenance page. Load it lazily: it is rarely needed. */
import { Link } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { Banner } from '#ui/banner.tsx'

import css from './maintenance-banner.module.css'

export const MaintenanceBanner = ({ back_at }: { back_at: string | null }) => {
  const user = useSession()
  if (!user || !(user.masquerade || hasStaffAccess('editors', user.roles))) return null
  return (
    <div className={css.place}>
      <Banner
        action={hasStaffAccess('platform_admins', user.roles) && <Link to="/admin/settings/maintenance">Settings</Link>}
      >
        Maintenance is on{back_at === null ? '' : ` until ${back_at}`}. Visitors see the maintenance page.
      </Banner>
    </div>
  )
}
