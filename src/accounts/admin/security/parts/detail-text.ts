/** Describes an entry of the security log beyond its type. */
import type { SecurityLogEntry } from '../contract.ts'

/** The alarm's text, the sign-in method, a count, or the request with its status. */
export const formatDetail = ({ detail, route }: Pick<SecurityLogEntry, 'detail' | 'route'>): string => {
  const { text, method, more, status, path, acting_as_user_id } = detail
  if (typeof text === 'string') return text
  const parts = [
    typeof more === 'number' && `${more} more within a minute`,
    typeof method === 'string' && `By ${method}`,
    formatRequest(route, path),
    typeof status === 'number' && `status ${status}`,
    typeof acting_as_user_id === 'number' && `while acting as account ${acting_as_user_id}`,
  ]
  return parts.filter(part => part !== false && part !== '').join(', ')
}

const formatRequest = (route: string, path: unknown) => {
  const [method = ''] = route.split(' ')
  return typeof path === 'string' ? `${method} ${path}`.trim() : route
}
