// Exits with 0 when the process on this machine is ready, for health checks of containers.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)
