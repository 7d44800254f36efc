import { appName, hasSpeech, type Project, packageId } from './project.ts';
import { joinLines } from './text.ts';

export function writeGradleFiles(project: Project): Record<string, string> {
  return {
    'android/settings.gradle': settings,
    'android/build.gradle': writeRootBuild(project),
    'android/app/build.gradle': writeAppBuild(project),
    'android/gradle.properties': writeProperties(project),
    'android/gradle/wrapper/gradle-wrapper.properties': writeWrapper(project),
    'android/app/proguard-rules.pro': writeKeepRules(project),
  };
}

const settings = `pluginManagement {
    includeBuild("../node_modules/@react-native/gradle-plugin")
}

plugins {
    id("com.facebook.react.settings")
}

// Finds native packages among the dependencies of package.json.
extensions.configure(com.facebook.react.ReactSettingsExtension) { react ->
    react.autolinkLibrariesFromCommand()
}

rootProject.name = "${appName}"
include(":app")
includeBuild("../node_modules/@react-native/gradle-plugin")
`;

function writeRootBuild({ versions, targetSdk }: Project): string {
  return `buildscript {
    // Packages with native code read these, so that all use the same versions.
    ext {
        minSdkVersion = ${versions.minSdk}
        targetSdkVersion = ${targetSdk}
        compileSdkVersion = ${versions.compileSdk}
        buildToolsVersion = "${versions.compileSdk}.0.0"
        ndkVersion = "${versions.ndk}"
        kotlinVersion = "${versions.kotlin}"
    }
    repositories {
        google()
        mavenCentral()
    }
    dependencies {
        classpath("com.android.tools.build:gradle:${versions.agp}")
        classpath("org.jetbrains.kotlin:kotlin-gradle-plugin:${versions.kotlin}")
        classpath("com.facebook.react:react-native-gradle-plugin")
    }
}

apply plugin: "com.facebook.react.rootproject"
`;
}

/** Debug builds use Android's own key; releases need the upload key set in `~/.gradle/gradle.properties`. */
function writeAppBuild({ isProven }: Project): string {
  const defaultRules = isProven ? 'proguard-android.txt' : 'proguard-android-optimize.txt';
  return `apply plugin: "com.android.application"
apply plugin: "org.jetbrains.kotlin.android"
apply plugin: "com.facebook.react"

react {
    autolinkLibrariesWithApp()
}

def hasUploadKey = project.hasProperty("PARLEY_UPLOAD_STORE_FILE")

android {
    namespace = "${packageId}"
    compileSdk = rootProject.ext.compileSdkVersion
    buildToolsVersion = rootProject.ext.buildToolsVersion
    ndkVersion = rootProject.ext.ndkVersion

    defaultConfig {
        applicationId = "${packageId}"
        minSdk = rootProject.ext.minSdkVersion
        targetSdk = rootProject.ext.targetSdkVersion
        versionCode = 1
        versionName = "1.0"
    }

    signingConfigs {
        release {
            // Set in ~/.gradle/gradle.properties, outside the project, so that no password is ever committed.
            if (hasUploadKey) {
                storeFile = file(PARLEY_UPLOAD_STORE_FILE)
                storePassword = PARLEY_UPLOAD_STORE_PASSWORD
                keyAlias = PARLEY_UPLOAD_KEY_ALIAS
                keyPassword = PARLEY_UPLOAD_KEY_PASSWORD
            }
        }
    }

    buildTypes {
        release {
            if (hasUploadKey) {
                signingConfig = signingConfigs.release
            }
            minifyEnabled = ${!isProven}
            shrinkResources = ${!isProven}
            proguardFiles(getDefaultProguardFile("${defaultRules}"), "proguard-rules.pro")
        }
    }
}

dependencies {
    // React Native's Gradle plugin fills in both versions.
    implementation("com.facebook.react:react-android")
    implementation("com.facebook.react:hermes-android")
}
`;
}

/** React Native's settings plugin starts a process, which the configuration cache forbids. */
function writeProperties({ isProven }: Project): string {
  return joinLines(
    `org.gradle.jvmargs=${isProven ? '-Xmx2048m -XX:MaxMetaspaceSize=512m' : '-Xmx4096m -XX:MaxMetaspaceSize=1024m'}`,
    `org.gradle.parallel=${!isProven}`,
    `org.gradle.caching=${!isProven}`,
    'org.gradle.configuration-cache=false',
    '',
    'android.useAndroidX=true',
    '',
    '# For faster builds while you develop, choose one architecture: ./gradlew assembleDebug -PreactNativeArchitectures=arm64-v8a',
    'reactNativeArchitectures=armeabi-v7a,arm64-v8a,x86,x86_64',
    `newArchEnabled=${!isProven}`,
    'hermesEnabled=true',
  );
}

function writeWrapper({ versions }: Project): string {
  return joinLines(
    'distributionBase=GRADLE_USER_HOME',
    'distributionPath=wrapper/dists',
    `distributionUrl=https\\://services.gradle.org/distributions/gradle-${versions.gradle}-bin.zip`,
    `distributionSha256Sum=${versions.gradleSha256}`,
    'networkTimeout=10000',
    'validateDistributionUrl=true',
    'zipStoreBase=GRADLE_USER_HOME',
    'zipStorePath=wrapper/dists',
  );
}

/** React Native has rules for its own classes. */
function writeKeepRules(project: Project): string {
  const { features } = project;
  return joinLines(
    '# Stack traces of a shrunk release can be read with the mapping file that the build writes.',
    '-keepattributes SourceFile,LineNumberTable',
    '-renamesourcefileattribute SourceFile',
    hasSpeech(project) && '\n# JavaScript finds these by name.',
    features.has('speech-recognition') && `-keep class ${packageId}.SpeechRecognitionModule { *; }`,
    features.has('text-to-speech') && `-keep class ${packageId}.TextToSpeechModule { *; }`,
    features.has('translation') && '\n# Reports whether the phone is online.',
    features.has('translation') && '-keep class com.reactnativecommunity.netinfo.** { *; }',
  );
}
