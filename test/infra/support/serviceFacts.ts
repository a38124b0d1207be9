/** What the files of infra/ have to agree with. */
import { settings } from "@rcpt/service/platform/config/settings"

/** By the names that the pods of Kubernetes give them. */
export const ports = {
  http: Number(settings.port.fallback),
  cluster: Number(settings.clusterPort.fallback),
  /** METRICS.md: without a setting, if it is free. */
  metrics: 9464
}

/** Seconds: the documented maximum from SIGTERM, without RCPT_SHUTDOWN_DELAY, to the exit. */
export const drainMax = 15
