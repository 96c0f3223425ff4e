import { pageMeta } from '#platform/http/page.ts'

import { AuthPage } from '../parts/auth-page.tsx'
import type { Route } from './+types/register'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Create Free Account' })

export default function Register() {
  return <AuthPage view="register" />
}
