/** The entry types of the security log, with their labels. */
export const SECURITY_EVENT_NAMES = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_out: 'Signed out',
  rate_limited: 'Too many requests',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  password_check_failed: 'Password check failed',
  email_change_requested: 'Email change requested',
  email_changed: 'Email changed',
  google_connected: 'Google account connected',
  google_disconnected: 'Google account disconnected',
  second_step_added: 'Second step added',
  second_step_removed: 'Second step removed',
  second_step_failed: 'Second step failed',
  recovery_code_used: 'Recovery code used',
  recovery_codes_renewed: 'Recovery codes renewed',
  permission_refused: 'Permission refused',
  role_changed: 'Role changed',
  account_suspended: 'Account suspended',
  account_reinstated: 'Account reinstated',
  session_ended: 'Session ended',
  masquerade_started: 'Masquerade started',
  masquerade_ended: 'Masquerade ended',
  data_exported: 'Data exported',
  alarm: 'Alarm',
} as const

export type SecurityEventType = keyof typeof SECURITY_EVENT_NAMES

export const securityEventTypes = Object.keys(SECURITY_EVENT_NAMES) as SecurityEventType[]
