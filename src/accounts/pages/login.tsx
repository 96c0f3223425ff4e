import { pageMeta } from '#platform/http/page.ts'

import { AuthPage } from '../parts/auth-page.tsx'
import type { Route } from './+types/login'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Login' })

export default function Login() {
  return <AuthPage view="login" />
}
