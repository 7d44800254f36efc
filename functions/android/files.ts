import { writeGradleFiles } from './gradle.ts';
import { writeKotlinFiles } from './kotlin.ts';
import { writeManifestFiles } from './manifest.ts';
import { writePackageFiles } from './package.ts';
import type { Project } from './project.ts';
import { writeResourceFiles } from './resources.ts';

export function writeFiles(project: Project): Record<string, string> {
  return {
    ...writeGradleFiles(project),
    ...writeManifestFiles(project),
    ...writeResourceFiles(project),
    ...writeKotlinFiles(project),
    ...writePackageFiles(project),
  };
}
