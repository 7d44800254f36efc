import { versions } from './versions.ts';

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

rootProject.name = "Parley"
include(":app")
includeBuild("../node_modules/@react-native/gradle-plugin")
`;

const rootBuild = `buildscript {
    // Packages with native code read these, so that all use the same versions.
    ext {
        minSdkVersion = ${versions.minSdk}
        targetSdkVersion = ${versions.targetSdk}
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

/** Debug builds use Android's own key; releases need the upload key set in `~/.gradle/gradle.properties`. */
const appBuild = `apply plugin: "com.android.application"
apply plugin: "org.jetbrains.kotlin.android"
apply plugin: "com.facebook.react"

react {
    autolinkLibrariesWithApp()
}

def hasUploadKey = project.hasProperty("PARLEY_UPLOAD_STORE_FILE")

android {
    namespace = "com.parley.app"
    compileSdk = rootProject.ext.compileSdkVersion
    buildToolsVersion = rootProject.ext.buildToolsVersion
    ndkVersion = rootProject.ext.ndkVersion

    defaultConfig {
        applicationId = "com.parley.app"
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
            minifyEnabled = false
            shrinkResources = false
            proguardFiles(getDefaultProguardFile("proguard-android.txt"), "proguard-rules.pro")
        }
    }
}

dependencies {
    // React Native's Gradle plugin fills in both versions.
    implementation("com.facebook.react:react-android")
    implementation("com.facebook.react:hermes-android")
}
`;

/** React Native's settings plugin starts a process, which the configuration cache forbids. */
const properties = `org.gradle.jvmargs=-Xmx2048m -XX:MaxMetaspaceSize=512m
org.gradle.parallel=false
org.gradle.caching=false
org.gradle.configuration-cache=false

android.useAndroidX=true

# For faster builds while you develop, choose one architecture: ./gradlew assembleDebug -PreactNativeArchitectures=arm64-v8a
reactNativeArchitectures=armeabi-v7a,arm64-v8a,x86,x86_64
newArchEnabled=false
hermesEnabled=true
`;

const wrapper = `distributionBase=GRADLE_USER_HOME
distributionPath=wrapper/dists
distributionUrl=https\\://services.gradle.org/distributions/gradle-${versions.gradle}-bin.zip
distributionSha256Sum=${versions.gradleSha256}
networkTimeout=10000
validateDistributionUrl=true
zipStoreBase=GRADLE_USER_HOME
zipStorePath=wrapper/dists
`;

/** React Native has rules for its own classes. */
const keepRules = `# Stack traces of a shrunk release can be read with the mapping file that the build writes.
-keepattributes SourceFile,LineNumberTable
-renamesourcefileattribute SourceFile

# JavaScript finds these by name.
-keep class com.parley.app.SpeechRecognitionModule { *; }
-keep class com.parley.app.TextToSpeechModule { *; }

# Reports whether the phone is online.
-keep class com.reactnativecommunity.netinfo.** { *; }
`;

export const gradleFiles = {
  'android/settings.gradle': settings,
  'android/build.gradle': rootBuild,
  'android/app/build.gradle': appBuild,
  'android/gradle.properties': properties,
  'android/gradle/wrapper/gradle-wrapper.properties': wrapper,
  'android/app/proguard-rules.pro': keepRules,
};
