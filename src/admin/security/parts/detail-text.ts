/** What an entry of the security log says beside its type, for people. */
import type { SecurityRow } from '../contract.ts'

/** The alarm's own sentence, how somebody signed in, a count, or the request with its status. */
export const detailText = ({ detail, route }: Pick<SecurityRow, 'detail' | 'route'>): string => {
  const { text, method, more, status, path, acting_as_user_id } = detail
  if (typeof text === 'string') return text
  const parts = [
    typeof more === 'number' && `${more} more within a minute`,
    typeof method === 'string' && `By ${method}`,
    requestText(route, path),
    typeof status === 'number' && `answered ${status}`,
    typeof acting_as_user_id === 'number' && `while acting as account ${acting_as_user_id}`,
  ]
  return parts.filter(part => part !== false && part !== '').join(', ')
}

const requestText = (route: string, path: unknown) => {
  const [method = ''] = route.split(' ')
  return typeof path === 'string' ? `${method} ${path}`.trim() : route
}
