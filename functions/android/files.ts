import { gradleFiles } from './gradle.ts';
import { kotlinFiles } from './kotlin.ts';
import { manifestFiles } from './manifest.ts';
import { packageFiles } from './package.ts';
import type { Project } from './project.ts';
import { resourceFiles } from './resources.ts';

export function writeFiles(project: Project): Record<string, string> {
  return {
    ...gradleFiles(project),
    ...manifestFiles(project),
    ...resourceFiles(project),
    ...kotlinFiles(project),
    ...packageFiles(project),
  };
}
